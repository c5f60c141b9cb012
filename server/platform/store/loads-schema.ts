import type { Selectable } from 'kysely';
import type {
  FileKind,
  FileOutcome,
  FileStep,
  UploadOrigin,
  UploadStatus,
} from '../../../shared/contracts/uploads.ts';
import { bigint, integer, real, table, text, type Flag, type TablesOf } from './columns.ts';

/** Settings that administrators change while the product runs; their values are JSON. */
export type SettingName =
  | 'load_limits'
  | 'release_retention'
  | 'source_check'
  | 'report_retention'
  | 'public_links';

/** The tables of loads, releases and their sources; the movement rows are in the warehouse. */
export const loadTables = {
  uploads: table(
    {
      id: text().key(),
      origin: text<UploadOrigin>(),
      competencia: text().nullable(),
      status: text<UploadStatus>(),
      message: text().nullable(),
      created_by: text().nullable().references('users.id', 'set null'),
      created_at: text(),
      finished_at: text().nullable(),
      /** The runner that works on it, and when its claim expires without a renewal. */
      worker: text().nullable(),
      lease_until: text().nullable(),
      release: integer().nullable(),
      /** The runner that works on it stops once this is set. */
      cancel_requested_at: text().nullable(),
      /** Who chose 'Publicar mesmo assim', and when. */
      approved_by: text().nullable().references('users.id', 'set null'),
      approved_at: text().nullable(),
      /** The comparison of shared/contracts/comparison.ts, as JSON. */
      comparison: text().nullable(),
      /** The current release at the time of the comparison. */
      compared_release: integer().nullable(),
      /** Only the comparison's reasons: a list as JSON, null before the comparison. */
      reasons: text().nullable(),
      /** The label of the source of its files. */
      source: text().nullable(),
    },
    { indexes: { uploads_status: ['status', 'created_at'] } },
  ),
  upload_files: table(
    {
      /** Also the batch of its rows in the warehouse. */
      batch: integer().key(),
      upload_id: text().references('uploads.id'),
      name: text(),
      path: text(),
      /** The kind and month that the sender gave, if any. */
      asked_kind: text<FileKind>().nullable(),
      asked_month: text().nullable(),
      kind: text<FileKind>().nullable(),
      month: text().nullable(),
      received_sha256: text().nullable(),
      sha256: text().nullable(),
      bytes: bigint(),
      text_bytes: bigint().nullable(),
      lines: bigint().nullable(),
      accepted: bigint().nullable(),
      rejected: bigint().nullable(),
      step: text<FileStep>(),
      progress_bytes: bigint(),
      progress_lines: bigint(),
      started_at: text().nullable(),
      finished_at: text().nullable(),
      outcome: text<FileOutcome>().nullable(),
      message: text().nullable(),
      step_started_at: text().nullable(),
      /** Milliseconds of each finished step, as JSON. */
      step_times: text().default('{}'),
      /** The time at which all its lines were in the warehouse. */
      staged_at: text().nullable(),
      /** What the comparison needs in addition to the file's months, as JSON. */
      profile: text().nullable(),
      /** 1 if the file is fetched from the source before it is read. */
      from_source: integer<Flag>().default(0),
      /** The source's metadata of the fetched version, as JSON. */
      source_file: text().nullable(),
    },
    { indexes: { upload_files_upload: ['upload_id'] } },
  ),
  batch_counter: table({
    id: integer().key(),
    last: integer(),
  }),
  releases: table({
    number: integer().key(),
    published_at: text(),
    upload_id: text().references('uploads.id'),
    is_synthetic: integer(),
    unmatched_exclusions: bigint(),
    /** The release that this one was made from. */
    base: integer().nullable(),
    /** When retention removed its files and months. */
    removed_at: text().nullable(),
  }),
  release_files: table(
    {
      release: integer().references('releases.number'),
      kind: text<FileKind>(),
      month: text(),
      batch: integer().references('upload_files.batch'),
    },
    { key: ['release', 'kind', 'month'] },
  ),
  /** A month of movement in a release: its lines, and the batch of its matched exclusions, if any. */
  release_months: table(
    {
      release: integer().references('releases.number'),
      month: text(),
      mov_lines: bigint(),
      for_lines: bigint(),
      cancelled_lines: bigint(),
      unmatched_exclusions: bigint(),
      cancellation_batch: integer().nullable(),
    },
    { key: ['release', 'month'] },
  ),
  /** The design effect of a family of occupations: that many times fewer independent hires carry the same information. */
  design_effects: table(
    {
      release: integer().references('releases.number'),
      /** Four digits; 0 for all occupations. */
      family: integer(),
      records: integer(),
      blocks: integer(),
      effect: real(),
    },
    { key: ['release', 'family'] },
  ),
  current_release: table({
    id: integer().key(),
    release: integer().nullable().references('releases.number'),
  }),
  /** A file's figures for a month of movement; wages in centavos, of admissions by the rule `mte`. */
  file_months: table(
    {
      batch: integer().references('upload_files.batch'),
      month: text(),
      lines: bigint(),
      admissions: bigint(),
      separations: bigint(),
      wage_count: bigint(),
      wage_sum: bigint(),
      median_wage: bigint().nullable(),
    },
    { key: ['batch', 'month'] },
  ),
  /** The sums of comparison/line-sums.ts, for files whose lines are stored. */
  file_line_sums: table({
    batch: integer().key(),
    sums: text(),
  }),
  /** A change of the current release to another stored one. */
  release_changes: table({
    id: text().key(),
    at: text(),
    from_release: integer().references('releases.number'),
    to_release: integer().references('releases.number'),
    user_id: text().nullable().references('users.id', 'set null'),
    reason: text(),
  }),
  settings: table({
    name: text<SettingName>().key(),
    value: text(),
    updated_at: text(),
  }),
  /** A day's run of a daily task, so that only one of several processes runs it. */
  daily_runs: table(
    {
      name: text(),
      /** AAAA-MM-DD; for the month digest AAAAMM. */
      day: text(),
      finished_at: text().nullable(),
      result: text().nullable(),
    },
    { key: ['name', 'day'] },
  ),
  /** MTE's figures that an administrator imported. */
  official_figures: table(
    {
      edition: text(),
      month: text(),
      series: text<'declarada' | 'ajustada'>(),
      admissions: bigint().nullable(),
      separations: bigint().nullable(),
      balance: bigint().nullable(),
      /** Centavos. */
      nominal_wage: bigint().nullable(),
      source: text(),
      imported_at: text(),
    },
    { key: ['edition', 'month', 'series'] },
  ),
  /** The last file of a kind and month loaded from a source, as the source described it then. */
  source_files: table(
    {
      /** The source's label: its address without secrets. */
      source: text(),
      kind: text<FileKind>(),
      month: text(),
      name: text(),
      bytes: bigint().nullable(),
      modified_at: text().nullable(),
      hash: text().nullable(),
      /** The SHA-256 of the file as received, compressed or not. */
      sha256: text(),
      loaded_at: text(),
    },
    { key: ['source', 'kind', 'month'] },
  ),
};

type LoadTables = TablesOf<typeof loadTables>;

/** Without the profile, which is large and which only the comparison reads. */
export type UploadFileRow = Omit<Selectable<LoadTables['upload_files']>, 'profile' | 'source_file'>;
