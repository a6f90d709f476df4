import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { TaskAnswer } from './answer-tasks'

interface ThreadsOptions<Input, Output> {
  /** A JavaScript file that calls `answerTasks`. Undefined: everything runs in this thread, by `runHere`. */
  file: string | undefined
  runHere: (input: Input) => Promise<Output>
  /** How many threads run at most. */
  most?: number
  /** A task that takes longer fails, and its thread is ended. */
  deadlineMs?: number
  /** A thread without work ends after this time, and its memory is free again. */
  idleMs?: number
}

interface Task<Input, Output> {
  input: Input
  resolve: (output: Output) => void
  reject: (error: Error) => void
}

/** Runs tasks in worker threads, which start on demand; one task per thread at a time, the rest wait in order. */
export function createThreads<Input, Output>(options: ThreadsOptions<Input, Output>) {
  const { file, runHere, deadlineMs = 60_000, idleMs = 20_000 } = options
  const most = options.most ?? Math.max(1, Math.min(4, availableParallelism() - 1))
  const waiting: Task<Input, Output>[] = []
  const idle: Thread[] = []
  let count = 0

  type Thread = { worker: Worker; task: Task<Input, Output> | undefined; timer: NodeJS.Timeout | undefined }

  function open(from: string): Thread {
    const worker = new Worker(from, {
      resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 },
    })
    const thread: Thread = { worker, task: undefined, timer: undefined }
    count += 1
    worker.on('message', (answer: TaskAnswer<Output>) => {
      const { task } = thread
      thread.task = undefined
      if ('error' in answer) task?.reject(new Error(answer.error))
      else task?.resolve(answer.output)
      next(thread)
    })
    worker.on('error', (error) => {
      thread.task?.reject(error instanceof Error ? error : new Error(String(error)))
      thread.task = undefined
    })
    worker.on('exit', () => {
      count -= 1
      clearTimeout(thread.timer)
      if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1)
      thread.task?.reject(new Error('the thread ended before the task was done'))
      assign()
    })
    return thread
  }

  function next(thread: Thread): void {
    clearTimeout(thread.timer)
    const end = () => void thread.worker.terminate()
    const task = waiting.shift()
    if (task === undefined) {
      idle.push(thread)
      thread.timer = setTimeout(() => {
        // No task may be given to it while it ends.
        idle.splice(idle.indexOf(thread), 1)
        end()
      }, idleMs)
      thread.timer.unref()
      // An idle thread keeps no process alive.
      thread.worker.unref()
      return
    }
    thread.worker.ref()
    thread.task = task
    thread.timer = setTimeout(() => {
      task.reject(new Error(`the task took longer than ${deadlineMs / 1000} seconds`))
      thread.task = undefined
      end()
    }, deadlineMs)
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      thread.worker.postMessage(task.input)
    } catch (error) {
      thread.task = undefined
      task.reject(error instanceof Error ? error : new Error(String(error)))
      next(thread)
    }
  }

  function assign(): void {
    if (waiting.length === 0 || file === undefined) return
    const thread = idle.pop() ?? (count < most ? open(file) : undefined)
    if (thread) next(thread)
  }

  return {
    run(input: Input): Promise<Output> {
      if (file === undefined) return runHere(input)
      return new Promise((resolve, reject) => {
        waiting.push({ input, resolve, reject })
        assign()
      })
    },
  }
}
