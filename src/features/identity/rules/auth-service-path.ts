/** Where the auth service answers; the issuer of its tokens is this under the public address. */
export const AUTH_SERVICE_PATH = '/auth/v1'
