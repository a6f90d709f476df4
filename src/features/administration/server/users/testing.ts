import { createAsker } from '~/features/account/server/testing'

/** Somebody of the demo at the calls of the panel, over HTTP. */
export function createDesk(...[app, cookie]: Parameters<typeof createAsker>) {
  const ask = createAsker(app, cookie)
  return (method: string, path: string, body?: object) => ask(method, `admin/${path}`, body)
}
