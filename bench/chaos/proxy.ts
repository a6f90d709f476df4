import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/** A bad network in front of a server: it forwards bytes and cuts connections at any point in the traffic. */
export interface Proxy {
  port: number
  lead(target: NetConnectOpts): void
  /** Cuts this share of the open connections without closing them cleanly. Returns how many were cut. */
  cut(share: number): number
  close(): Promise<void>
}

export function startProxy(): Promise<Proxy> {
  const pairs = new Map<Socket, Socket>()
  let target: NetConnectOpts = { port: 0 }

  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ ...target, noDelay: true })
    pairs.set(near, far)
    const drop = () => {
      pairs.delete(near)
      near.destroy()
      far.destroy()
    }
    for (const socket of [near, far]) socket.on('error', drop).on('close', drop)
    near.pipe(far)
    far.pipe(near)
  })

  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (address === null || typeof address === 'string') return reject(new Error('the proxy has no port'))
      resolve({
        port: address.port,
        lead: (next) => void (target = next),
        cut(share) {
          const chosen = [...pairs].filter(() => Math.random() < share)
          for (const [near, far] of chosen) {
            near.resetAndDestroy()
            far.resetAndDestroy()
          }
          return chosen.length
        },
        close() {
          for (const [near, far] of pairs) {
            near.destroy()
            far.destroy()
          }
          return new Promise((closed) => server.close(() => closed()))
        },
      })
    })
  })
}
