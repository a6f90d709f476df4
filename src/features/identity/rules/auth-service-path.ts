/** Base path of the auth service. The site’s public URL followed by this path is the issuer of access tokens. */
export const AUTH_SERVICE_PATH = '/auth/v1'
