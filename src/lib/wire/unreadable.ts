const reasons: Readonly<Record<number, string>> = {
  401: 'Something in front of this server asks for a sign-in of its own.',
  403: 'Something in front of this server refused the request.',
  408: 'The connection is too slow: the server stopped waiting.',
  413: 'The file is too large for this server.',
  414: 'The address is too long for this server.',
  429: 'Too many requests. Wait a minute and try again.',
  431: 'The request is too long for this server.',
  502: 'The server is not available at the moment. Try again in a minute.',
  503: 'The server is not available at the moment. Try again in a minute.',
  504: 'The server took too long to answer. Reload the page first: it may have been done all the same.',
};

/**
 * The reason why a response is not ours, by its status: proxies answer in HTML when they refuse a request or do not reach the
 * server.
 */
export const unreadableReason = (status: number): string =>
  reasons[status] ??
  (status >= 200 && status < 300
    ? 'The answer was not complete. Try again.'
    : `The server gave an answer that cannot be read (status ${status}).`);
