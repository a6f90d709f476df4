/** What an app keeps the answer to, until it trades a code for its session (RFC 7636). */
export interface CodeChallenge {
  value: string
  method: 's256' | 'plain'
}
