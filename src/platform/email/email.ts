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
  /** Sender name for this email, instead of the configured one. */
  fromName?: string
  /** Additional headers, such as List-Unsubscribe. */
  headers?: Readonly<Record<string, string>>
  /**
   * Used as the Message-ID. A retry after a crash has the same one, so that mail servers and programs can drop the
   * duplicate. It may contain letters, digits, `.` and `-`.
   */
  idempotencyKey?: string
}
