/** Maximum number of lines of a file. Generated data is exempt. */
export const maxFileLines = 400;
export const madeByProgram = /\.(expected|generated)\.|^db\/queries\/|^src\/lib\/game-text\/tints\.css$/;
