import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { TaskResult } from './run-worker-tasks'

interface ThreadsOptions<Input, Output> {
  /** A JavaScript file that calls `runWorkerTasks`. If undefined, `runHere` runs everything in this thread. */
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
export function createThreadPool<Input, Output>(options: ThreadsOptions<Input, Output>) {
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

  function startThread(scriptUrl: string): Thread {
    const worker = new Worker(scriptUrl, {
      resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 },
    })
    const thread: Thread = { worker, tasks: new Map() }
    threads.add(thread)
    worker.on('message', (result: TaskResult<Output>) => {
      const task = takeTask(thread, result.id)
      if ('error' in result) task?.reject(result.error)
      else task?.resolve(result.output)
      assignWaitingTasks()
    })
    worker.on('error', (error) =>
      failAllTasks(thread, error instanceof Error ? error : new Error(String(error))),
    )
    worker.on('exit', () => {
      failAllTasks(thread, new Error('the thread ended before the task was done'))
      assignWaitingTasks()
    })
    return thread
  }

  /** The thread is removed first, so that it gets no more tasks. */
  function endThread(thread: Thread): void {
    threads.delete(thread)
    clearTimeout(thread.idleTimer)
    void thread.worker.terminate()
  }

  function failAllTasks(thread: Thread, error: Error): void {
    endThread(thread)
    for (const id of thread.tasks.keys()) takeTask(thread, id)?.reject(error)
  }

  function takeTask(thread: Thread, id: number): Task<Input, Output> | undefined {
    const task = thread.tasks.get(id)
    clearTimeout(task?.timer)
    thread.tasks.delete(id)
    if (thread.tasks.size === 0 && threads.has(thread)) {
      thread.idleTimer = setTimeout(() => endThread(thread), idleMs)
      thread.idleTimer.unref()
      // An idle thread must not keep the process alive.
      thread.worker.unref()
    }
    return task
  }

  function startTask(thread: Thread, task: Task<Input, Output>): void {
    clearTimeout(thread.idleTimer)
    thread.worker.ref()
    const id = ++lastId
    const timer = setTimeout(() => {
      takeTask(thread, id)?.reject(new Error(`the task took longer than ${deadlineMs / 1000} seconds`))
      endThread(thread)
    }, deadlineMs)
    thread.tasks.set(id, { ...task, timer })
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      thread.worker.postMessage({ id, input: task.input })
    } catch (error) {
      takeTask(thread, id)?.reject(error instanceof Error ? error : new Error(String(error)))
    }
  }

  function assignWaitingTasks(): void {
    for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) {
      const thread =
        [...threads].find(({ tasks }) => tasks.size < atOnce) ??
        (file !== undefined && threads.size < most ? startThread(file) : undefined)
      if (thread === undefined) return void waiting.unshift(task)
      startTask(thread, task)
    }
  }

  return {
    run(input: Input): Promise<Output> {
      if (file === undefined) return runHere(input)
      return new Promise((resolve, reject) => {
        waiting.push({ input, resolve, reject })
        assignWaitingTasks()
      })
    },
  }
}
