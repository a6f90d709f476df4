import { freePort } from './processes'

/** Returns options that start a process with the inspector enabled. */
export async function inspection() {
  const port = await freePort()
  return {
    options: `--inspect=127.0.0.1:${port} --inspect-publish-uid=http`,
    open: () => openInspector(port),
  }
}

/** Connects to Node's inspector of a process, to force garbage collection. */
async function openInspector(port: number) {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as Array<{
    webSocketDebuggerUrl: string
  }>
  const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? '')
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error('the inspector does not answer')))
  })
  let asked = 0
  return {
    collectGarbage(): Promise<void> {
      const id = ++asked
      return new Promise((resolve) => {
        socket.addEventListener('message', function hear({ data }) {
          if ((JSON.parse(String(data)) as { id?: number }).id !== id) return
          socket.removeEventListener('message', hear)
          resolve()
        })
        socket.send(JSON.stringify({ id, method: 'HeapProfiler.collectGarbage' }))
      })
    },
    close: () => socket.close(),
  }
}
