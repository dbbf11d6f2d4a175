import { escapeXml } from './escape.ts';

const head = `<?xml version='1.0' encoding='utf-8' ?>`;

/** A ManiaCode document with these elements, which the game executes without asking. */
export const maniaCode = (elements: string) => `${head}<maniacode noconfirmation="1">${elements}</maniacode>`;

/** The elements that name a file and its address. */
export const fileElements = ({ fileName, url }: { fileName: string; url: string }) =>
  `<name>${escapeXml(fileName)}</name><url>${escapeXml(url)}</url>`;

/** A document that makes the game show a message. */
export const messageDocument = (message: string): string =>
  maniaCode(`<show_message><message>${escapeXml(message)}</message></show_message>`);
