/** Options of Node that start its inspector on a port that the system chooses. It prints its address to stderr. */
export const INSPECTION = '--inspect=127.0.0.1:0'

/** Connects to Node's inspector of a process, to force garbage collection. `errors`: its stderr. */
export async function openInspector(errors: string) {
  // A process that restarts itself with other flags prints a second address.
  const address = errors.match(/ws:\/\/\S+/g)?.at(-1)
  if (address === undefined) throw new Error('the inspector did not print its address')
  const socket = new WebSocket(address)
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
