import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A proxy between a browser and a server that can be cut and redirected. */
export interface Wire {
  address: string
  /** Forwards to this server address from now on; null for none. */
  aim: (target: string | null) => void
  /** Breaks every open connection at any point; new ones work. */
  cut: () => void
  close: () => Promise<void>
}

export async function openWire(): Promise<Wire> {
  let port: number | null = null
  const open = new Set<Socket>()
  const keep = (socket: Socket, other: Socket): void => {
    open.add(socket)
    socket.on('error', () => other.destroy())
    socket.on('close', () => {
      open.delete(socket)
      other.destroy()
    })
  }
  const server = createServer((near) => {
    if (port === null) {
      near.destroy()
      return
    }
    const far = connect(port, 'localhost')
    keep(near, far)
    keep(far, near)
    near.pipe(far)
    far.pipe(near)
  }).listen(0, 'localhost')
  await once(server, 'listening')
  const place = server.address()
  const cut = (): void => {
    for (const socket of open) socket.destroy()
  }
  return {
    address: `http://localhost:${typeof place === 'object' && place !== null ? place.port : 0}`,
    aim: (target) => {
      port = target === null ? null : Number(new URL(target).port)
      if (port === null) cut()
    },
    cut,
    close: async () => {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
