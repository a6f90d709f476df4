import type { Server } from 'node:http'
import { type AddressInfo, createServer, isIPv6, type Server as Socket } from 'node:net'

/** A port that this process has bound, for a server that starts later. */
export interface BoundPort {
  port: number
  socket: Socket
  close: () => void
}

interface ListenOptions {
  host: string
  port: number
  bound?: BoundPort | undefined
}

/** Binds a port that the system chooses. Connections are closed until `startHttpServer` takes the port over. */
export async function bindFreePort(host: string): Promise<BoundPort> {
  const socket = createServer((connection) => connection.destroy())
  await startListening(socket, { host, port: 0 })
  const address = socket.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { port, socket, close: () => void socket.close() }
}

/** Starts listening and returns the address in a readable form. Throws a readable Error when the port is taken. */
export async function startHttpServer(server: Server, options: ListenOptions): Promise<string> {
  await startListening(server, options)
  return formatAddress(server.address(), options.host)
}

function startListening(server: Socket, options: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(createListenError(error, options)))
    server.listen(options.bound?.socket ?? { host: options.host, port: options.port }, resolve)
  })
}

function createListenError(
  error: NodeJS.ErrnoException,
  { host, port }: { host: string; port: number },
): Error {
  if (error.code === 'EADDRINUSE')
    return new Error(`Port ${port} is used by another program. Stop it, or set PORT to a free port.`)
  if (error.code === 'EACCES')
    return new Error(`Port ${port} needs higher privileges. Set PORT to a port above 1024.`)
  return new Error(`Listening on ${host}:${port} failed: ${error.message}`, { cause: error })
}

function formatAddress(bound: AddressInfo | string | null, host: string): string {
  const port = typeof bound === 'object' && bound ? bound.port : 0
  const isLocal = ['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost'].includes(host)
  return `http://${isLocal ? 'localhost' : isIPv6(host) ? `[${host}]` : host}:${port}`
}
