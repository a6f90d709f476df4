export interface Attachment {
  filename: string
  contentType: string
  content: Buffer
}

export interface EmailMessage {
  to: string
  subject: string
  html: string
  text: string
  attachments?: readonly Attachment[]
  /** The display name of the sender in this email, instead of the configured one. */
  fromName?: string
  /** More headers, such as List-Unsubscribe. */
  headers?: Readonly<Record<string, string>>
  /** Becomes the Message-ID. A repeat after a crash has the same one, so mail servers and programs can drop the copy. Letters, digits, `.` and `-`. */
  idempotencyKey?: string
}
