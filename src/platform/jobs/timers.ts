import type { Logger } from '~/platform/log/log'

interface PeriodicTask {
  seconds: number
  idleSeconds: number
  name: string
  run: () => Promise<unknown>
}

/** Runs periodic tasks of this process. The interval counts from the end of a run, so runs never overlap. */
export function createTimers(log: Pick<Logger, 'error'>) {
  const tasks: PeriodicTask[] = []
  const pending = new Map<PeriodicTask, NodeJS.Timeout>()
  /** Tasks that found nothing to do and wait for longer. */
  const idle = new Set<PeriodicTask>()
  const running = new Set<Promise<void>>()
  let isRunning = false

  function scheduleTask(task: PeriodicTask, seconds: number): void {
    const timer = setTimeout(() => {
      pending.delete(task)
      idle.delete(task)
      const turn = runTask(task).finally(() => running.delete(turn))
      running.add(turn)
    }, seconds * 1000)
    pending.set(task, timer)
  }

  function wakeIdleTasks(): void {
    for (const task of idle) {
      clearTimeout(pending.get(task))
      scheduleTask(task, task.seconds)
    }
    idle.clear()
  }

  async function runTask(task: PeriodicTask): Promise<void> {
    let result: unknown
    try {
      result = await task.run()
    } catch (error) {
      log.error({ err: error, timer: task.name }, 'a timer failed and will run again')
    }
    if (!isRunning) return
    const isIdle = result === 0 && task.idleSeconds > task.seconds
    scheduleTask(task, isIdle ? task.idleSeconds : task.seconds)
    if (isIdle) idle.add(task)
    // This run may have created work for the other tasks.
    else if (typeof result === 'number' && result > 0) wakeIdleTasks()
  }

  return {
    every(seconds: number, name: string, run: () => Promise<unknown>, idleSeconds = seconds): void {
      const task = { seconds, idleSeconds, name, run }
      tasks.push(task)
      if (isRunning) scheduleTask(task, seconds)
    },
    start(): void {
      isRunning = true
      for (const task of tasks) scheduleTask(task, task.seconds)
    },
    /** Lets the tasks that found nothing to do run after their normal interval, because something changed. */
    wakeIdleTasks,
    async stop(): Promise<void> {
      isRunning = false
      for (const timer of pending.values()) clearTimeout(timer)
      pending.clear()
      idle.clear()
      await Promise.all(running)
    },
  }
}
