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
  const pending = new Set<NodeJS.Timeout>()
  const running = new Set<Promise<void>>()
  let isRunning = false

  function scheduleTask(task: PeriodicTask, seconds: number): void {
    const timer = setTimeout(() => {
      pending.delete(timer)
      const turn = runTask(task).finally(() => running.delete(turn))
      running.add(turn)
    }, seconds * 1000)
    pending.add(timer)
  }

  async function runTask(task: PeriodicTask): Promise<void> {
    let result: unknown
    try {
      result = await task.run()
    } catch (error) {
      log.error({ err: error, timer: task.name }, 'a timer failed and will run again')
    }
    if (isRunning) scheduleTask(task, result === 0 ? task.idleSeconds : task.seconds)
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
    async stop(): Promise<void> {
      isRunning = false
      for (const timer of pending) clearTimeout(timer)
      pending.clear()
      await Promise.all(running)
    },
  }
}
