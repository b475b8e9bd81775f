package io.moraine.testing.s3;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.moraine.base.Bytes;
import io.moraine.model.S3Options;
import io.moraine.model.S3Options.Limits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/** The server. Listens on the loopback address, path style. Thread-safe. */
public final class S3Server implements AutoCloseable {
  /** The region whose endpoint this is. */
  public static final String REGION = "eu-central-1";

  /** Times that no test uses up, on however busy a machine: they only keep it from hanging. */
  public static final Limits PATIENT =
      new Limits(Duration.ofMinutes(1), Duration.ofMinutes(1), Duration.ofMinutes(3), 64, false);

  static {
    // Else the JDK's server keeps each answer back for 40 ms. It looks once, when it is loaded.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private final HttpServer http;
  private final ExecutorService threads;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Identity owner = Identity.of("AKIDOFTHEOWNER", "secret-of-the-owner");
  private final S3Service service = new S3Service(REGION);
  private final RequestLog log = new RequestLog();
  private volatile Duration latency = Duration.ZERO;
  private volatile long bytesPerSecond = Long.MAX_VALUE;
  private volatile FaultRule faults = FaultRule.NONE;

  private S3Server() throws IOException {
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
    threads =
        Executors.newCachedThreadPool(
            work -> {
              Thread thread = new Thread(work, "s3-server-" + http.getAddress().getPort());
              thread.setDaemon(true);
              return thread;
            });
    service.addIdentity(owner);
    http.setExecutor(threads);
    http.createContext("/", this::handle);
    http.start();
  }

  /** Starts a server without buckets. */
  public static S3Server start() {
    try {
      return new S3Server();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where it listens. */
  public URI endpoint() {
    return URI.create("http://127.0.0.1:" + http.getAddress().getPort());
  }

  /** Options that reach it as its owner, who may do everything. */
  public S3Options options() {
    return optionsOf(owner.keys(), PATIENT);
  }

  /** Options that reach it as somebody, with other limits. */
  public S3Options optionsOf(S3Options.Credentials credentials, Limits limits) {
    return new S3Options(
        Optional.of(REGION),
        Optional.of(endpoint()),
        Optional.of(true),
        credentials,
        false,
        Optional.empty(),
        S3Options.Checksums.WHEN_SUPPORTED,
        Optional.empty(),
        limits);
  }

  /** Who may do everything. */
  public Identity owner() {
    return owner;
  }

  /** Lets somebody in, or replaces who has the same id. */
  public void addIdentity(Identity identity) {
    service.addIdentity(identity);
  }

  /** Creates a bucket, in this region. */
  public void createBucket(String name) {
    createBucketIn(REGION, name);
  }

  /** Creates a bucket that another region's endpoint serves. */
  public void createBucketIn(String region, String name) {
    service.addBucket(name, new Bucket(region));
  }

  /** Lets requests to a bucket in that nobody signed. */
  public void openToAll(String bucket) {
    bucket(bucket).open();
  }

  /** Refuses requests to a bucket unless they say that they pay. */
  public void haveRequesterPay(String bucket) {
    bucket(bucket).haveRequesterPay();
  }

  /** Creates or replaces an object. */
  public void put(String bucket, String key, Bytes content) {
    StoredObject object =
        StoredObject.of(content, service.now().toEpochMilli(), Map.of(), Map.of());
    bucket(bucket).put(key, object);
  }

  /** Creates objects from the files below a folder, under {@code prefix/}, or "" for none. */
  public void load(Path folder, String bucket, String prefix) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path each : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        String path = folder.relativize(each).toString().replace('\\', '/');
        String key = prefix.isEmpty() ? path : prefix + "/" + path;
        put(bucket, key, Bytes.wrap(Files.readAllBytes(each)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Adds all objects of one bucket to another. */
  public void copyAll(String fromBucket, String toBucket) {
    bucket(toBucket).putAll(bucket(fromBucket));
  }

  /** An object's bytes, if there is one. */
  public Optional<Bytes> get(String bucket, String key) {
    return Optional.ofNullable(bucket(bucket).find(key)).map(StoredObject::content);
  }

  /** The headers that an object was stored with, such as its metadata. */
  public Map<String, String> storedHeaders(String bucket, String key) {
    StoredObject object = bucket(bucket).find(key);
    return object == null ? Map.of() : object.headers();
  }

  /** Deletes an object, if there is one. */
  public void delete(String bucket, String key) {
    bucket(bucket).delete(key);
  }

  /** From now on each request takes at least this long, however many there are at a time. */
  public void latency(Duration newLatency) {
    latency = newLatency;
  }

  /** From now on each answer takes the time of its bytes on top of the latency. */
  public void bandwidth(long newBytesPerSecond) {
    bytesPerSecond = newBytesPerSecond;
  }

  /** Sets the most entries in an answer to a listing, if fewer than S3's 1000. */
  public void pageSize(int newPageSize) {
    service.setPageSize(newPageSize);
  }

  /**
   * Sets this server's clock. The {@code Date} of its answers stays that of the machine, so that
   * clients cannot adjust.
   */
  public void clockAhead(Duration by) {
    service.setClockAhead(by);
  }

  /** From now on requests go wrong by this rule alone. */
  public void faults(FaultRule rule) {
    faults = rule;
  }

  /** The requests since the last reset, in the order in which they came. */
  public List<LoggedRequest> log() {
    return log.entries();
  }

  /** Forgets the requests so far. */
  public void resetLog() {
    log.reset();
  }

  /**
   * The most requests since the last reset of which each began after the one before had ended: with
   * a latency that dwarfs all else, the sequential round trips.
   */
  public int longestChain() {
    return log.longestChain();
  }

  /** The connections that requests came over since the last reset. */
  public int connections() {
    return log.connections();
  }

  /** The most requests at a time since the last reset. */
  public int requestsInFlightPeak() {
    return log.peak();
  }

  @Override
  public void close() {
    closed.countDown();
    http.stop(0);
    threads.shutdownNow();
  }

  private void handle(HttpExchange exchange) throws IOException {
    long beganNanos = System.nanoTime();
    try (exchange) {
      S3Request request = S3Request.read(exchange);
      Turn turn =
          new Turn(exchange, request, () -> service.answer(request), log, closed, beganNanos);
      log.begin(exchange.getRemoteAddress());
      try {
        play(turn, request);
      } finally {
        turn.end();
      }
    }
  }

  private void play(Turn turn, S3Request request) throws IOException {
    Fault fault = faults.faultFor(request);
    turn.pauseUntil(latency);
    if (fault == null) {
      S3Response response = turn.act();
      turn.pause(Duration.ofNanos((long) (1e9 * response.body().length() / bytesPerSecond)));
      turn.send(response);
    } else {
      fault.play(turn);
    }
  }

  private Bucket bucket(String name) {
    return service.bucket(name);
  }
}
