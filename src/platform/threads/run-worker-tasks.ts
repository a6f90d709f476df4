import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

export type TaskResult<Output> = { id: number } & ({ output: Output } | { error: Error })

// A low priority, so that requests come first when all processors are busy.
const PRIORITY = 5

/** Call it in a worker thread of threads.ts. It calls `run` for each input that arrives. */
export function runWorkerTasks<Output>(run: (input: never) => Promise<Output>): void {
  const port = parentPort
  if (port === null) throw new Error('This file runs in a worker thread only')
  // On Linux the priority applies to this thread, elsewhere to the whole process.
  if (process.platform === 'linux') setPriority(PRIORITY)
  const send = (message: TaskResult<Output>) => port.postMessage(message)
  port.on('message', ({ id, input }: { id: number; input: unknown }) => {
    run(input as never).then(
      (output) => send({ id, output }),
      (error: unknown) => send({ id, error: toPlainError(error) }),
    )
  })
}

/** Copies only some properties, because others can't always be sent to another thread. */
function toPlainError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  return Object.assign(new Error(error.message), { stack: error.stack })
}
