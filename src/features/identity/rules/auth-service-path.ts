/** Base path of the auth service. With the public address in front, it is the issuer of its tokens. */
export const AUTH_SERVICE_PATH = '/auth/v1'
