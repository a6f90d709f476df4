export const sendMessageJob = 'messages.send'
export interface SendMessage {
  messageId: string
}
