import { createApiCaller } from '~/features/account/server/testing'

export function createUsersCaller(...[app, cookie]: Parameters<typeof createApiCaller>) {
  const ask = createApiCaller(app, cookie)
  return (method: string, path: string, body?: object) => ask(method, `admin/${path}`, body)
}
