import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

/** One result, or the words of an error. */
export type TaskAnswer<Output> = { output: Output } | { error: string }

// Requests come first when all processors are busy.
const PRIORITY = 5

/** The inside of a thread of threads.ts: runs `run` on each input that arrives, one at a time. */
export function answerTasks<Output>(run: (input: never) => Promise<Output>): void {
  const port = parentPort
  if (port === null) throw new Error('This file runs in a worker thread only')
  // Linux counts the priority of a thread, others that of the whole process.
  if (process.platform === 'linux') setPriority(PRIORITY)
  port.on('message', (input: unknown) => {
    run(input as never).then(
      (output) => port.postMessage({ output } satisfies TaskAnswer<Output>),
      (error: unknown) =>
        port.postMessage({
          error: error instanceof Error ? (error.stack ?? error.message) : String(error),
        } satisfies TaskAnswer<Output>),
    )
  })
}
