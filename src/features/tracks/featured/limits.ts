/** Maximum length of the comment on a featured track. */
export const maxFeatureCommentLength = 200;
/** How long a featured track is shown on the front page. */
export const featureShownDays = 7;
/** Minimum days between two featured tracks of one author. */
export const featurePauseDays = 30;
