import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'

/** The file that makes a folder a backup. It is written last, so that an interrupted backup has none. */
export const MANIFEST = 'manifest.json'

// Refuses paths with `..` and absolute paths, so that a manipulated manifest can't make a restore read files outside
// the backup's folder.
const path = z.string().regex(/^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/)
const storedFile = z.object({ path, bytes: z.int(), sha256: z.string() })

const manifestSchema = z.object({
  product: z.literal('back-to-back'),
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  /** Names of the migrations that the database had. */
  schemaChanges: z.array(z.string()),
  /** Version of the job queue's schema. */
  jobsVersion: z.int(),
  tables: z.array(
    storedFile.extend({ schema: z.string(), name: z.string(), columns: z.array(z.string()), rows: z.int() }),
  ),
  /** The `value` of a sequence is null before its first use. */
  sequences: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      value: z
        .string()
        .regex(/^-?\d{1,19}$/)
        .nullable(),
    }),
  ),
  /** Undefined if the pictures were left out. */
  pictures: z.array(storedFile.extend({ key: z.string() })).optional(),
  secret: storedFile,
})

export type StoredFile = z.infer<typeof storedFile>
export type Manifest = z.infer<typeof manifestSchema>
export type BackedUpTable = Manifest['tables'][number]

/**
 * Reads and checks a backup: every file must have the size and checksum that it was written with.
 * @throws Error with a message for the operator
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
    throw new Error(
      `${folder} is not a backup, or one that was interrupted: it has no ${MANIFEST}. Choose another folder.`,
    )
  })
  const { success, data: manifest } = manifestSchema.safeParse(parseJson(text))
  if (!success)
    throw new Error(
      `${join(folder, MANIFEST)} was not written by Back to Back, or by a newer release. Restore it with the release that wrote it.`,
    )
  const files = [...manifest.tables, ...(manifest.pictures ?? []), manifest.secret]
  for (const file of files) await checkFile(folder, file)
  return manifest
}

async function checkFile(folder: string, { path: name, bytes, sha256 }: StoredFile): Promise<void> {
  const file = join(folder, name)
  const found = await stat(file).catch(() => undefined)
  if (found === undefined)
    throw new Error(`The backup is incomplete: ${name} is missing. Use another backup.`)
  if (found.size !== bytes)
    throw new Error(
      `The backup is damaged: ${name} has ${found.size} bytes instead of ${bytes}. Use another backup.`,
    )
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  if (hash.digest('hex') !== sha256)
    throw new Error(`The backup is damaged: the content of ${name} has changed. Use another backup.`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
