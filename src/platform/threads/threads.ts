import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { TaskResult } from './serve-tasks'

interface ThreadsOptions<Input, Output> {
  /** A JavaScript file that calls `serveTasks`. If undefined, `runHere` runs everything in this thread. */
  file: string | undefined
  runHere: (input: Input) => Promise<Output>
  most?: number
  /** Concurrent tasks per thread. More than one is useful for tasks that wait, such as for a mail server. */
  atOnce?: number
  /** A task that takes longer fails. Its thread is ended, together with the other tasks in it. */
  deadlineMs?: number
  /** An idle thread ends after this time to free its memory. */
  idleMs?: number
}

interface Task<Input, Output> {
  input: Input
  resolve: (output: Output) => void
  reject: (error: Error) => void
}

/**
 * Runs tasks in worker threads, which start on demand. Each thread runs `atOnce` tasks, and the others wait in order.
 */
export function createThreads<Input, Output>(options: ThreadsOptions<Input, Output>) {
  const { file, runHere, atOnce = 1, deadlineMs = 60_000, idleMs = 20_000 } = options
  const most = options.most ?? Math.max(1, Math.min(4, availableParallelism() - 1))
  const waiting: Task<Input, Output>[] = []
  const threads = new Set<Thread>()
  let lastId = 0

  type Thread = {
    worker: Worker
    tasks: Map<number, Task<Input, Output> & { timer: NodeJS.Timeout }>
    idleTimer?: NodeJS.Timeout
  }

  function open(from: string): Thread {
    const worker = new Worker(from, {
      resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 },
    })
    const thread: Thread = { worker, tasks: new Map() }
    threads.add(thread)
    worker.on('message', (result: TaskResult<Output>) => {
      const task = take(thread, result.id)
      if ('error' in result) task?.reject(result.error)
      else task?.resolve(result.output)
      assign()
    })
    worker.on('error', (error) => failAll(thread, error instanceof Error ? error : new Error(String(error))))
    worker.on('exit', () => {
      failAll(thread, new Error('the thread ended before the task was done'))
      assign()
    })
    return thread
  }

  /** The thread is removed first, so that it gets no more tasks. */
  function end(thread: Thread): void {
    threads.delete(thread)
    clearTimeout(thread.idleTimer)
    void thread.worker.terminate()
  }

  function failAll(thread: Thread, error: Error): void {
    end(thread)
    for (const id of thread.tasks.keys()) take(thread, id)?.reject(error)
  }

  function take(thread: Thread, id: number): Task<Input, Output> | undefined {
    const task = thread.tasks.get(id)
    clearTimeout(task?.timer)
    thread.tasks.delete(id)
    if (thread.tasks.size === 0 && threads.has(thread)) {
      thread.idleTimer = setTimeout(() => end(thread), idleMs)
      thread.idleTimer.unref()
      // An idle thread must not keep the process alive.
      thread.worker.unref()
    }
    return task
  }

  function give(thread: Thread, task: Task<Input, Output>): void {
    clearTimeout(thread.idleTimer)
    thread.worker.ref()
    const id = ++lastId
    const timer = setTimeout(() => {
      take(thread, id)?.reject(new Error(`the task took longer than ${deadlineMs / 1000} seconds`))
      end(thread)
    }, deadlineMs)
    thread.tasks.set(id, { ...task, timer })
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      thread.worker.postMessage({ id, input: task.input })
    } catch (error) {
      take(thread, id)?.reject(error instanceof Error ? error : new Error(String(error)))
    }
  }

  function assign(): void {
    for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) {
      const thread =
        [...threads].find(({ tasks }) => tasks.size < atOnce) ??
        (file !== undefined && threads.size < most ? open(file) : undefined)
      if (thread === undefined) return void waiting.unshift(task)
      give(thread, task)
    }
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
