export interface Attachment {
  filename: string
  contentType: string
  content: Buffer
}

export interface Mail {
  to: string
  subject: string
  html: string
  text: string
  attachments?: readonly Attachment[]
  /** The name that the sender's address goes by in this mail, instead of the configured one. */
  fromName?: string
  /** More headers, such as List-Unsubscribe. */
  headers?: Readonly<Record<string, string>>
}
