/** Hands the emails of one message to the mail server, some at a time. */
export const sendMessageJob = 'messages.send'
export interface SendMessage {
  messageId: string
}
