/** PKCE challenge of an app that exchanges a code for a session (RFC 7636). */
export interface CodeChallenge {
  value: string
  method: 's256' | 'plain'
}
