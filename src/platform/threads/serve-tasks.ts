import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

export type TaskResult<Output> = { id: number } & ({ output: Output } | { error: Error })

// Low, so that requests come first when all processors are busy.
const PRIORITY = 5

/** Runs inside a worker thread of threads.ts: calls `run` for each input as it arrives. */
export function serveTasks<Output>(run: (input: never) => Promise<Output>): void {
  const port = parentPort
  if (port === null) throw new Error('This file runs in a worker thread only')
  // On Linux the priority is per thread, elsewhere for the whole process.
  if (process.platform === 'linux') setPriority(PRIORITY)
  const send = (message: TaskResult<Output>) => port.postMessage(message)
  port.on('message', ({ id, input }: { id: number; input: unknown }) => {
    run(input as never).then(
      (output) => send({ id, output }),
      (error: unknown) => send({ id, error: toPlainError(error) }),
    )
  })
}

/** Other properties of an error may not be transferable between threads. */
function toPlainError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  return Object.assign(new Error(error.message), { stack: error.stack })
}
