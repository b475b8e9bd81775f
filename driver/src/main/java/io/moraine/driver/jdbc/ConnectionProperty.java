package io.moraine.driver.jdbc;

import io.moraine.model.S3Settings;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The connection properties: each has one name, in the URL and in {@code java.util.Properties}.
 * There are no others, and none of them names a class or a file.
 */
@SuppressWarnings("ImmutableEnumChecker") // the list is a copy made by List.of
public enum ConnectionProperty {
  /** Whether readers protect what they read by a lease. */
  READER_LEASE(
      "readerLease",
      "auto",
      "Whether readers protect what they read by a lease in the store: auto if the store lets us",
      "auto",
      "true",
      "false"),
  /** Whether anything may be written. */
  ACCESS(
      "access",
      "",
      "Whether anything may be written to the store: read_only, the default for s3:, or read_write",
      "read_only",
      "read_write"),
  /** The checkpoint to read through. */
  CHECKPOINT(
      "checkpoint", "", "UUID of the checkpoint to read through, instead of the newest state"),
  /** How old a known revision may be. */
  FRESHNESS(
      "freshness",
      "",
      "How old the newest known revision may be for a new transaction to use it unasked;"
          + " by default 1s for s3:, else 0s"),
  /** Most time to find a revision. */
  ACQUISITION_TIMEOUT("acquisitionTimeout", "15s", "Most time to open a revision"),
  /** The snapshot to show. */
  SNAPSHOT("snapshot", "", "Id of the snapshot that statements show, instead of the newest"),
  /** The time to show. */
  SNAPSHOT_TIME(
      "snapshotTime",
      "",
      "Time with zone; statements show the last snapshot committed then or before"),
  /** The default schema. */
  SCHEMA("schema", "metadata", "Schema of unqualified table names"),
  /** Working memory. */
  WORKING_MEMORY(
      "workingMemory", "256MB", "Most memory for replayed write-ahead logs and pages of cursors"),
  /** Block cache. */
  BLOCK_CACHE(
      "blockCache",
      "256MB",
      "Budget of the block cache of the process; the first connection fixes it"),
  /** Time limit of statements. */
  STATEMENT_TIMEOUT(
      "statementTimeout", "0s", "Time limit of statements that set none; zero is no limit"),
  /** Whether the writer role is taken from others. */
  TAKE_OVER(
      "takeOver",
      "idle",
      "Whether the writer role is taken from another process: idle if that one is idle",
      "idle",
      "force",
      "never"),
  /** Time to wait for the role. */
  TAKE_OVER_WAIT(
      "takeOverWait", "10s", "Most time that a commit waits for another writer to become idle"),
  /** Time to keep the role. */
  WRITER_IDLE("writerIdle", "2s", "How long without a commit the writer role is kept"),
  /** Whether tables are merged. */
  COMPACTOR(
      "compactor",
      "auto",
      "Whether a process with the writer role merges tables of the store meanwhile",
      "auto",
      "off"),
  /** Whether garbage is deleted. */
  COLLECTOR(
      "collector",
      "auto",
      "Whether this process, while it writes, deletes objects that nobody needs any more",
      "auto",
      "off"),
  /** How old garbage is when it is deleted. */
  COLLECTOR_MIN_AGE(
      "collectorMinAge", "5m", "How old an object must be to be deleted by this process itself"),
  /** Region of the bucket. */
  S3_REGION("s3.region", "", "Region of the bucket; else that of the environment or the profile"),
  /** Another address than Amazon's. */
  S3_ENDPOINT("s3.endpoint", "", "Address of a store other than Amazon's, as http://host:port"),
  /** How the bucket is named. */
  S3_PATH_STYLE(
      "s3.pathStyle",
      "",
      "Whether the bucket is named in the path instead of the host; by default if s3.endpoint is"
          + " given",
      "true",
      "false"),
  /** Id of a key. */
  S3_ACCESS_KEY_ID("s3.accessKeyId", "", "Id of the access key; else what the environment has"),
  /** The key. */
  S3_SECRET_ACCESS_KEY("s3.secretAccessKey", "", "The secret access key of s3.accessKeyId"),
  /** Token of a key that expires. */
  S3_SESSION_TOKEN("s3.sessionToken", "", "Session token of a key that expires"),
  /** Profile of the configuration files. */
  S3_PROFILE("s3.profile", "", "Profile of the AWS configuration files to take credentials from"),
  /** Whether requests are signed. */
  S3_ANONYMOUS(
      "s3.anonymous",
      "false",
      "Whether requests are not signed, for public buckets",
      "true",
      "false"),
  /** Who pays. */
  S3_REQUESTER_PAYS(
      "s3.requesterPays",
      "false",
      "Whether the one who asks pays, for buckets that want it",
      "true",
      "false"),
  /** Encryption by the store. */
  S3_SERVER_SIDE_ENCRYPTION(
      "s3.serverSideEncryption",
      "",
      "How the store encrypts new objects; else as the bucket says",
      "AES256",
      "aws:kms",
      "aws:kms:dsse"),
  /** Key of the encryption. */
  S3_KMS_KEY_ID("s3.kmsKeyId", "", "KMS key of the encryption; else the account's own"),
  /** When checksums are sent. */
  S3_CHECKSUMS(
      "s3.checksums",
      "when_supported",
      "When checksums are sent and checked; older stores of other makers need when_required",
      "when_supported",
      "when_required"),
  /** HTTP proxy. */
  S3_PROXY("s3.proxy", "", "HTTP proxy, as http://[user:password@]host:port"),
  /** Time to connect. */
  S3_CONNECT_TIMEOUT("s3.connectTimeout", "5s", "Most time to reach the server"),
  /** Time of an attempt. */
  S3_ATTEMPT_TIMEOUT("s3.attemptTimeout", "10s", "Most time of one attempt of a request"),
  /** Time of a request. */
  S3_TOTAL_TIMEOUT("s3.totalTimeout", "30s", "Most time of a request with all its attempts"),
  /** Requests at once. */
  S3_CONCURRENCY(
      "s3.concurrency",
      "64",
      "Most requests of the process under way at once; the first connection fixes it"),
  /** Second attempts. */
  S3_HEDGING(
      "s3.hedging",
      "true",
      "Whether a read that takes long is asked a second time",
      "true",
      "false"),
  /** Accepted empty. */
  USER("user", "", "Must be empty: a lake has no users of its own"),
  /** Accepted empty. */
  PASSWORD("password", "", "Must be empty: a lake has no users of its own");

  private static final Set<ConnectionProperty> SECRETS =
      EnumSet.of(S3_SECRET_ACCESS_KEY, S3_SESSION_TOKEN, S3_PROXY, PASSWORD);

  private final String propertyName;
  private final String defaultValue;
  private final String description;
  private final List<String> choices;

  ConnectionProperty(
      String propertyName, String defaultValue, String description, String... choices) {
    this.propertyName = propertyName;
    this.defaultValue = defaultValue;
    this.description = description;
    this.choices = List.of(choices);
  }

  /** The name in URLs and {@code Properties}; upper and lower case matter. */
  public String propertyName() {
    return propertyName;
  }

  /** The text that stands for the default; empty if there is none or it depends on others. */
  public String defaultValue() {
    return defaultValue;
  }

  /** What it means, in one sentence. */
  public String description() {
    return description;
  }

  /** The possible values; empty if they cannot be listed. */
  public List<String> choices() {
    return choices;
  }

  /** Whether its value may hold a secret, so that it is never shown. */
  public boolean isSecret() {
    return SECRETS.contains(this);
  }

  /** Whether it says how S3 is reached, by {@link io.moraine.model.S3Settings}. */
  boolean isOfS3() {
    return propertyName.startsWith(S3Settings.PREFIX);
  }

  static Optional<ConnectionProperty> find(String name) {
    return Arrays.stream(values()).filter(each -> each.propertyName.equals(name)).findFirst();
  }

  static String names() {
    return Arrays.stream(values())
        .map(ConnectionProperty::propertyName)
        .collect(Collectors.joining(", "));
  }
}
