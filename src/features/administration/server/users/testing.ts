import { createApiCaller } from '~/features/account/server/testing'

export function createUsersCaller(...[app, cookie]: Parameters<typeof createApiCaller>) {
  const callApi = createApiCaller(app, cookie)
  return (method: string, path: string, body?: object) => callApi(method, `admin/${path}`, body)
}
