/** Options of Node that start its inspector on a port that the system chooses. It prints its address to stderr. */
export const INSPECTION = '--inspect=127.0.0.1:0'

/** Connects to Node's inspector of a process, to force garbage collection. `errors`: its stderr. */
export async function openInspector(errors: string) {
  // A process that restarts itself with other flags prints a second address; only the last one is valid.
  const address = errors.match(/ws:\/\/\S+/g)?.at(-1)
  if (address === undefined) throw new Error('the inspector did not print its address')
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error('the inspector does not answer')))
  })
  let sent = 0
  function send(method: string): Promise<unknown> {
    const id = ++sent
    return new Promise((resolve) => {
      socket.addEventListener('message', function hear({ data }) {
        const message = JSON.parse(String(data)) as { id?: number; result?: unknown }
        if (message.id !== id) return
        socket.removeEventListener('message', hear)
        resolve(message.result)
      })
      socket.send(JSON.stringify({ id, method }))
    })
  }
  return {
    async collectGarbage(): Promise<void> {
      await send('HeapProfiler.collectGarbage')
    },
    /** Returns the megabytes in use by objects. */
    async readHeapMb(): Promise<number> {
      const { usedSize } = (await send('Runtime.getHeapUsage')) as { usedSize: number }
      return usedSize / 1024 ** 2
    },
    close: () => socket.close(),
  }
}
