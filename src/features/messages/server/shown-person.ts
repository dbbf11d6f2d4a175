/** The user of a row, as pages show them. */
export const personOf = (row: {
  user_id: number;
  name: string;
  custom_url: string | null;
  tint: number;
}) => ({ UserId: row.user_id, Name: row.name, CustomUrl: row.custom_url, Tint: row.tint });
