/** RFC 9110 token: what may stand without quotes. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/**
 * The Content-Disposition of a download, as clients take it apart:
 * `attachment; filename=NAME; filename*=UTF-8''ENC`. NAME is quoted only when it is no token, and holds `_` for each
 * character outside printable ASCII; ENC is the true name. Control characters are `_` in both, so no name can start
 * another header.
 */
export function attachmentHeader(fileName: string): string {
  const name = fileName.toWellFormed().replace(/\p{Cc}/gu, '_');
  const ascii = name.replace(/[^ -~]/gu, '_');
  const plain = TOKEN.test(ascii) ? ascii : `"${ascii.replace(/["\\]/g, '\\$&')}"`;
  return `attachment; filename=${plain}; filename*=UTF-8''${encodeExtValue(name)}`;
}

/** RFC 8187 value: encodeURIComponent leaves five characters that must be encoded, and encodes five that need not. */
function encodeExtValue(name: string): string {
  return encodeURIComponent(name)
    .replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/%(?:23|24|26|2B|5E|60|7C)/g, (code) => decodeURIComponent(code));
}
