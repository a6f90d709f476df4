import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Proxy, startProxy } from '../../bench/chaos/proxy'

export interface RedisServer {
  url: string
  /** Kills it. Until `start`, the address closes every connection. */
  kill: () => Promise<void>
  start: () => void
  close: () => Promise<void>
}

/** Starts Redis behind a proxy, since it can't choose a port. It stores nothing, so a restart forgets everything. */
export async function startRedisServer(): Promise<RedisServer> {
  const proxy: Proxy = await startProxy()
  const path = join(tmpdir(), `back-to-back-redis-${process.pid}-${proxy.port}.sock`)
  let child: ChildProcess
  const start = () => {
    const settings = ['--port', '0', '--unixsocket', path, '--save', '', '--appendonly', 'no']
    child = spawn('redis-server', settings, { stdio: 'ignore' })
    child.on('error', () => undefined)
  }
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  proxy.lead({ path })
  start()
  return {
    url: `redis://127.0.0.1:${proxy.port}`,
    kill,
    start,
    async close() {
      await kill()
      await proxy.close()
      rmSync(path, { force: true })
    },
  }
}
