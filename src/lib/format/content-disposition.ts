/** RFC 9110 token: characters that need no quotes. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/**
 * The Content-Disposition of a download, in the form that clients parse:
 * `attachment; filename=NAME; filename*=UTF-8''ENC`. NAME is quoted only if it is not a token, and has `_` in place of each
 * character outside printable ASCII; ENC is the real name. Control characters are `_` in both, so that no name can start
 * another header.
 */
export function attachmentHeader(fileName: string): string {
  const name = fileName.toWellFormed().replace(/\p{Cc}/gu, '_');
  const ascii = name.replace(/[^ -~]/gu, '_');
  const plain = TOKEN.test(ascii) ? ascii : `"${ascii.replace(/["\\]/g, '\\$&')}"`;
  return `attachment; filename=${plain}; filename*=UTF-8''${encodeExtValue(name)}`;
}

/** RFC 8187 value: encodeURIComponent leaves out five characters that must be encoded, and encodes five that need not be. */
function encodeExtValue(name: string): string {
  return encodeURIComponent(name)
    .replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/%(?:23|24|26|2B|5E|60|7C)/g, (code) => decodeURIComponent(code));
}
