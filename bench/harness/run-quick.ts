import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { startScratchDatabase } from '~/database/scratch-database'

const DEADLINE_MS = 300_000

/**
 * Runs the quick form of each benchmark in `folder` (bundled) on one PostgreSQL. Prints one line per benchmark, and the
 * output of failed ones.
 */
export async function runQuick(
  folder: string,
  names: readonly string[],
): Promise<{ passed: number; failed: number; failures: string[] }> {
  const server = await startScratchDatabase({ max_connections: '300' })
  const waiting = [...names]
  let passed = 0
  const failures: string[] = []
  const work = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const started = performance.now()
      const { code, output } = await run(join(folder, `${name}.js`), server.url)
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      if (code === 0) passed += 1
      else failures.push(`benchmark ${name}\n${output}`)
      console.log(`${code === 0 ? '  ok    ' : '  FAILED'} ${name} (${seconds} s)`)
      if (code !== 0) console.log(output.trimEnd())
    }
  }
  try {
    await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work))
  } finally {
    await server.stop()
  }
  return { passed, failed: failures.length, failures }
}

function run(file: string, serverUrl: string): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--enable-source-maps', file, '--quick'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      // A separate process group, so that the deadline also ends its child processes.
      detached: true,
      env: { ...process.env, BENCH_SERVER: serverUrl },
    })
    let output = ''
    const add = (chunk: Buffer) => (output += chunk.toString())
    child.stdout.on('data', add)
    child.stderr.on('data', add)
    const timer = setTimeout(() => {
      add(Buffer.from(`\nstopped after ${DEADLINE_MS / 1000} seconds\n`))
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    }, DEADLINE_MS)
    child.once('close', (code) => {
      clearTimeout(timer)
      resolve({ code, output })
    })
  })
}
