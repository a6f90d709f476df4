import { parse } from 'csv-parse/sync'
import { isChunkedResponse, type RawRoute } from '~/platform/http/raw-routes'
import { createScope } from '~/platform/http/request-scope'
import { createLog } from '~/platform/log/log'
import type { Caller } from '~/platform/rpc/caller'

/** Requests a CSV file of a route. Has neither text nor rows if the route refuses. */
export async function downloadCsv(
  route: RawRoute,
  {
    caller,
    search = {},
    params = {},
  }: { caller: Caller | null; search?: Record<string, string>; params?: Record<string, string> },
): Promise<{ status: number; text: string; rows: Record<string, string>[] }> {
  const scope = createScope(
    { requestId: 'req-1', ip: '127.0.0.1', headers: new Headers() },
    { log: createLog({ level: 'silent' }), resolveCaller: async () => caller },
  )
  const response = await route.handle({
    method: 'GET',
    params,
    search: new URLSearchParams(search),
    scope,
    readBody: async () => ({ bytes: Buffer.alloc(0) }),
  })
  const { status } = response
  if (!isChunkedResponse(response)) return { status, text: '', rows: [] }
  let text = ''
  for await (const piece of response.pieces) text += piece
  return { status, text, rows: parse<Record<string, string>>(text, { bom: true, columns: true }) }
}
