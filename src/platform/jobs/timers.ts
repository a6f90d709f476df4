import type { Logger } from '~/platform/log/log'

/** Runs periodic tasks of this process. The interval counts from the end of a run, so runs never overlap. */
export function createTimers(log: Pick<Logger, 'error'>) {
  const tasks: Array<{ seconds: number; name: string; run: () => Promise<unknown> }> = []
  const pending = new Set<NodeJS.Timeout>()
  const running = new Set<Promise<void>>()
  let isRunning = false

  function scheduleTask(task: (typeof tasks)[number]): void {
    const timer = setTimeout(() => {
      pending.delete(timer)
      const turn = runTask(task).finally(() => {
        running.delete(turn)
        if (isRunning) scheduleTask(task)
      })
      running.add(turn)
    }, task.seconds * 1000)
    pending.add(timer)
  }

  async function runTask({ name, run }: (typeof tasks)[number]): Promise<void> {
    try {
      await run()
    } catch (error) {
      log.error({ err: error, timer: name }, 'a timer failed and will run again')
    }
  }

  return {
    every(seconds: number, name: string, run: () => Promise<unknown>): void {
      const task = { seconds, name, run }
      tasks.push(task)
      if (isRunning) scheduleTask(task)
    },
    start(): void {
      isRunning = true
      for (const task of tasks) scheduleTask(task)
    },
    async stop(): Promise<void> {
      isRunning = false
      for (const timer of pending) clearTimeout(timer)
      pending.clear()
      await Promise.all(running)
    },
  }
}
