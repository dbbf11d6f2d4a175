export const longestReason = 2000;
