import type { Page } from 'playwright/test';

/** What a browser passes to the page while these files are dragged over it, dropped or pasted. */
export const transferOf = (
  page: Page,
  files: readonly { name: string; mimeType: string; buffer: Buffer }[],
) =>
  page.evaluateHandle(
    (given) => {
      const transfer = new DataTransfer();
      for (const { name, type, base64 } of given) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        transfer.items.add(new File([bytes], name, { type }));
      }
      return transfer;
    },
    files.map(({ name, mimeType, buffer }) => ({ name, type: mimeType, base64: buffer.toString('base64') })),
  );
