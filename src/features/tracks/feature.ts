/** Why a track was picked, in at most so many letters. */
export const longestFeatureComment = 200;
/** A picked track stands on the front page for so long. */
export const featureShownDays = 7;
/** No author has two tracks picked within so many days. */
export const featurePauseDays = 30;
