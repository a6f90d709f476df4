import { createAsker } from '~/features/account/server/testing'

export function createDesk(...[app, cookie]: Parameters<typeof createAsker>) {
  const ask = createAsker(app, cookie)
  return (method: string, path: string, body?: object) => ask(method, `admin/${path}`, body)
}
