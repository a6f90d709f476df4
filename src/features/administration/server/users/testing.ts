import type { startTestApp } from '~/testing'

export interface Said {
  status: number
  code: string | undefined
  message: string
  body: Record<string, unknown> & { data?: Record<string, unknown> }
}

/** Somebody of the demo at the calls of the panel, over HTTP. */
export function createDesk(app: Awaited<ReturnType<typeof startTestApp>>, cookie: string) {
  return async function ask(method: string, path: string, body?: object): Promise<Said> {
    const answer = await fetch(`${app.address}/api/v1/admin/${path}`, {
      method,
      headers: {
        cookie,
        origin: app.address,
        'x-forwarded-for': app.someAddress(),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const said = await answer.json()
    return { status: answer.status, code: said.code, message: said.message ?? '', body: said }
  }
}
