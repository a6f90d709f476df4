import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

/** A task's result or its error. */
export type TaskAnswer<Output> = { id: number } & ({ output: Output } | { error: Error })

// Requests come first when all processors are busy.
const PRIORITY = 5

/** The inside of a thread of threads.ts: runs `run` on each input as soon as it arrives. */
export function answerTasks<Output>(run: (input: never) => Promise<Output>): void {
  const port = parentPort
  if (port === null) throw new Error('This file runs in a worker thread only')
  // Linux counts the priority of a thread, others that of the whole process.
  if (process.platform === 'linux') setPriority(PRIORITY)
  const answer = (message: TaskAnswer<Output>) => port.postMessage(message)
  port.on('message', ({ id, input }: { id: number; input: unknown }) => {
    run(input as never).then(
      (output) => answer({ id, output }),
      (error: unknown) => answer({ id, error: plainError(error) }),
    )
  })
}

/** Other properties of an error may be of kinds that no other thread can receive. */
function plainError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  return Object.assign(new Error(error.message), { stack: error.stack })
}
