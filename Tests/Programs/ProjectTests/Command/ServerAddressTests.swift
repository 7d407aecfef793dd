#if PostgreSQL
  import Foundation
  import PredicateTestSupport
  import Testing

  /// The command finds a server, a user and a password where libpq finds them: in the environment, in a service file and in `.pgpass`. It uses TLS.
  @Suite(
    "Addresses of servers", .enabled(if: PostgreSQLServer.shared != nil),
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")))
  struct ServerAddressTests {
    private static let settings = Result { () throws -> (host: String, server: PostgreSQLServer, folder: String) in
      let server = try PostgreSQLServer.start("address")
      try server.run("CREATE DATABASE shop", in: "postgres")
      try server.run("CREATE TABLE film (id int PRIMARY KEY); INSERT INTO film VALUES (1), (2)", in: "shop")
      try server.run("ALTER USER postgres PASSWORD 'secret'", in: "postgres")
      let folder = try server.run("SHOW data_directory", in: "postgres").trimmingCharacters(in: .newlines)
      // All addresses that begin with 127 are those of this machine, so the standard port is free at one of them.
      let process = ProcessInfo.processInfo.processIdentifier
      let host = "127.\(process / 250 % 250 + 2).\(process % 250 + 2).1"
      let rules = "('local all all trust'), ('host all all 127.0.0.0/8 scram-sha-256')"
      try server.run("COPY (VALUES \(rules)) TO '\(folder)/pg_hba.conf'", in: "postgres")
      // The server must not inherit the pipes of this process, because the end of its output would never come.
      let restart = try TestProcess.run(
        "/bin/bash",
        [
          "-c",
          """
          set -e
          for file in /proc/$$/fd/*; do
            number=${file##*/}
            if [ "$number" -gt 2 ] && [ "$number" -ne 255 ]; then eval "exec $number>&-"; fi
          done
          as() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=postgres --regid=postgres --init-groups env HOME=/tmp "$@"; else "$@"; fi; }
          cd '\(folder)'
          as openssl req -new -x509 -days 2 -nodes -subj /CN=wrong.example -out server.crt -keyout server.key 2>&1
          bin=$(dirname "$(readlink /proc/$(head -n 1 postmaster.pid)/exe)")
          as "$bin/pg_ctl" -D . -w -l log restart -o "-k \(server.socketFolder) -c listen_addresses=\(host) -c ssl=on" >/dev/null 2>&1
          """,
        ])
      try #require(restart.status == 0, "\(restart.output)")
      return (host, server, folder)
    }

    /// Runs a count, with files in the home folder that only the user may read. `HOST` in texts is the address of the server.
    private static func count(
      _ address: String, environment: [String: String] = [:], files: [String: String] = [:],
      statement: String = "count Film"
    ) async throws -> String {
      let (host, _, folder) = try settings.get()
      @Sendable func placed(_ text: String) -> String {
        text.replacing("HOST", with: host).replacing("DATA", with: folder)
      }
      let shell = try ShellOnTerminal()
      for (name, text) in files {
        try placed(text).write(toFile: shell.path(name), atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: shell.path(name))
      }
      let home = shell.environment["HOME"] ?? ""
      let variables = environment.mapValues { placed($0).replacing("HOME", with: home) }
      let all = shell.environment.merging(variables) { $1 }
      let run = try await TestProcess.onThread {
        try TestProcess.run(ShellOnTerminal.program, [placed(address), "-e", statement], environment: all)
      }
      return run.output + run.errors
    }

    private static let password = ["PGPASSWORD": "secret"]

    @Test func theEnvironmentNamesTheServer() async throws {
      let variables = ["PGHOST": "HOST", "PGUSER": "postgres", "PGDATABASE": "shop", "PGPASSWORD": "secret"]
      #expect(try await Self.count("postgresql://", environment: variables) == "2 films\n")
      let other = try await Self.count("postgresql:///postgres", environment: variables)
      #expect(!other.contains("2 films"), "\(other)")
    }

    @Test func aServiceFileNamesTheServer() async throws {
      let files = ["services": "[films]\nhost=HOST\nuser=postgres\ndbname=shop\npassword=secret\n"]
      let variables = ["PGSERVICEFILE": "HOME/services"]
      #expect(try await Self.count("service=films", environment: variables, files: files) == "2 films\n")
      let byVariable = variables.merging(["PGSERVICE": "films"]) { $1 }
      #expect(try await Self.count("postgresql://", environment: byVariable, files: files) == "2 films\n")
    }

    /// A missing password and a wrong password have different messages, and neither of them contains a password.
    @Test(arguments: [
      ("HOST:5432:shop:postgres:secret", "2 films"), ("HOST:5432:shop:postgres:wrong", "refused the user"),
      ("HOST:5432:other:postgres:secret", "asks for a password"), ("", "set PGPASSWORD"),
    ])
    func aFileHasThePassword(line: String, words: String) async throws {
      let found = try await Self.count(
        "postgresql://postgres@HOST/shop", environment: ["PGPASSFILE": "HOME/passwords"], files: ["passwords": line])
      #expect(found.contains(words) && !found.contains("secret") && !found.contains("wrong"), "\(found)")
    }

    /// The certificate is signed by itself, and has the name of another host.
    @Test(arguments: [
      ("sslmode=require", "2 films"), ("sslmode=verify-full&sslrootcert=DATA/server.crt", "does not match host name"),
      ("sslmode=verify-ca&sslrootcert=DATA/server.crt", "2 films"),
      ("sslmode=verify-ca&sslrootcert=/nothing", "root certificate"),
    ])
    func certificatesAreChecked(options: String, words: String) async throws {
      let found = try await Self.count("postgresql://postgres@HOST/shop?\(options)", environment: Self.password)
      #expect(found.contains(words), "\(found)")
    }

    @Test func theConnectionIsEncrypted() async throws {
      let statement = ".raw SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()"
      let found = try await Self.count(
        "postgresql://postgres@HOST/shop?sslmode=require", environment: Self.password, statement: statement)
      #expect(found.contains("true") || found.contains("YES") || found.contains("yes"), "\(found)")
    }

    /// A server accepts the connection and does not answer. The command ends after the time limit for connecting.
    @Test func aSilentServerIsLeft() async throws {
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(listener) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = inet_addr("127.0.0.1")
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      try withUnsafeMutablePointer(to: &address) { pointer in
        try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          try #require(
            bind(listener, $0, size) == 0 && listen(listener, 8) == 0 && getsockname(listener, $0, &size) == 0)
        }
      }
      let port = UInt16(bigEndian: address.sin_port)
      let found = try await Self.count("postgresql://x@127.0.0.1:\(port)/x?connect_timeout=2&sslmode=disable")
      #expect(found.contains("“postgresql://x@127.0.0.1:\(port)/x” cannot be opened: "), "\(found)")
      #expect(found.contains("timeout expired"), "\(found)")
    }
  }
#endif
