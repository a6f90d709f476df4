import type { Server } from 'node:http'
import { type AddressInfo, isIPv6 } from 'node:net'

/** Starts listening and returns the address in a readable form. Throws a readable Error when the port is taken. */
export function listenAt(server: Server, place: { host: string; port: number }): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, place)))
    server.listen(place.port, place.host, () => resolve(formatAddress(server.address(), place.host)))
  })
}

function listenError(error: NodeJS.ErrnoException, { host, port }: { host: string; port: number }): Error {
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
