/** The server counts up to 100. */
export const countLabel = (count: number): string => (count > 99 ? '99+' : String(count));

export const inboxLabel = (notices: number): string =>
  notices === 0 ? 'Notices' : `Notices, ${countLabel(notices)} new`;

export const messagesLabel = (messages: number): string =>
  messages === 0 ? 'Messages' : `Messages, ${countLabel(messages)} unread`;
