/** Work done after the answer, at least once, by any process of the installation. */
export interface JobQueue {
  add(name: string, payload: object): Promise<void>;
}
