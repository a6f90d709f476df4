// Several processes of the product under one that only supervises them. They share the port.
import cluster from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { availableParallelism } from 'node:os'

const FIRST_DELAY_MS = 250
const MAX_DELAY_MS = 30_000

/**
 * Runs `serve` in WORKERS processes, and returns in each of them. `serve` throws an error with a readable sentence if it
 * can't start; the process then prints it and ends with exit code 1.
 */
export async function startProduct(serve) {
  const count = cluster.isPrimary ? countWorkers(process.env.WORKERS) : 1
  if (count > 1) return superviseWorkers(count)
  try {
    await serve()
  } catch (error) {
    // People get one sentence; the stack is for LOG_LEVEL=debug.
    console.error(process.env.LOG_LEVEL === 'debug' ? error : `Back to Back did not start. ${error.message}`)
    process.exit(1)
  }
}

/**
 * Returns the number of processes. An invalid value counts as one process, which then prints the configuration error.
 */
function countWorkers(text = '') {
  if (text.trim() === 'auto') return availableParallelism()
  return /^[1-9]\d?$/.test(text.trim()) ? Number(text) : 1
}

async function superviseWorkers(count) {
  // All processes need the same port, including those that start later.
  if (Number(process.env.PORT || 3000) === 0) process.env.PORT = String(await findFreePort())
  const workers = new Set()
  let isStarted = false
  let isStopping = false
  let exitCode = 0
  let delayMs = FIRST_DELAY_MS

  function startWorker() {
    if (isStopping) return
    const worker = cluster.fork()
    workers.add(worker)
    // A connection could not be passed to a process that has just ended.
    worker.on('error', () => undefined)
    worker.once('listening', () => {
      delayMs = FIRST_DELAY_MS
      if (isStarted) return
      // The first process has created the tables by now.
      isStarted = true
      for (let started = 1; started < count; started += 1) startWorker()
    })
    worker.once('exit', (code, signal) => {
      workers.delete(worker)
      // The process that ended has printed the reason.
      if (!isStarted && !isStopping) process.exit(1)
      if (isStopping) {
        if (code !== 0) exitCode = 1
        if (workers.size === 0) process.exit(exitCode)
        return
      }
      console.error(
        `A process of Back to Back ended (${signal ?? `exit code ${code}`}). Starting another one.`,
      )
      setTimeout(startWorker, delayMs)
      delayMs = Math.min(2 * delayMs, MAX_DELAY_MS)
    })
  }

  function stopWorkers(signal) {
    isStopping = true
    if (workers.size === 0) process.exit(exitCode)
    // In a terminal, Ctrl-C already reaches the child processes, and a second signal would end them before they have
    // stopped cleanly.
    if (signal === 'SIGINT' && process.stdin.isTTY) return
    for (const worker of workers) worker.process.kill(signal)
  }

  process.on('SIGINT', stopWorkers).on('SIGTERM', stopWorkers)
  startWorker()
}

async function findFreePort() {
  const server = createServer().listen(0, process.env.HOST || '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}
