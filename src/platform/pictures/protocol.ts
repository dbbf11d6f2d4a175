import type { PictureTools } from './tools.ts';

export type ToolName = keyof PictureTools;

/** Sent to the process of the tools. */
export interface ToolRequest {
  readonly id: number;
  readonly tool: ToolName;
  readonly args: readonly unknown[];
}

/** Sent by the process of the tools. */
export type ToolMessage =
  | { readonly is: 'result'; readonly id: number; readonly result: unknown; readonly residentBytes: number }
  | { readonly is: 'failure'; readonly id: number; readonly reason: string; readonly residentBytes: number }
  /** sent now and then while it works, so that a busy process differs from one that hangs */
  | { readonly is: 'alive' }
  /** the last message: the picture takes too much */
  | { readonly is: 'too-costly'; readonly what: 'processor time' | 'memory' };

/** What one picture may take. Passed as JSON in the first argument of the process. */
export interface ToolLimits {
  /** of all threads of the process */
  readonly processorMs: number;
  readonly residentBytes: number;
}
