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
}
