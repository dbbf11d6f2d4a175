/** Work after the response, at least once, by any process of the installation. */
export interface JobQueue {
  add(name: string, payload: object): Promise<void>;
}
